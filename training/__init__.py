"""What bots can learn, from one command with a seed: `python -m training` makes the networks that judge placements in
Axio Rota and Axio anew, by self-play; `python -m training.match` plays a bot against one of another version.
"""
