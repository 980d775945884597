"""The guide of docs/hosting-debian.md, followed on an empty Debian: `make guide`."""
