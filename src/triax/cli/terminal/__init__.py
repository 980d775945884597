"""The terminal player: boards as text, decisions as typed lines. Knows no rules beyond what views and moves tell."""
