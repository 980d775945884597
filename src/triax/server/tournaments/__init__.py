"""Tournaments: `shape`, `pairing`, `standings` and `ladder` are the formats, pure; `store` has them in the database,
`organiser` opens rounds and settles them."""
