"""What bots can learn, from one command with a seed: `python -m training.rota` makes a network that judges placements
in Axio Rota, `python -m training.compare` plays it against the evaluation of today's bots.

Positions come from games of the plain greedy policy. In each, some placements are played out in the same worlds; what
the playouts say of one placement beside the others is what a network learns to foresee.
"""
