"""What happens in a game, in words."""
