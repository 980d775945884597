"""What bots can learn, from one command with a seed: `python -m training` makes anew the networks that judge
placements in Axio Rota and Axio and those that say who wins in AXO; `python -m training.match` plays a bot against one
of another version.
"""
