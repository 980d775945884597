"""Axio, Axio Rota and AXO: exact rules, records, bots and tools. Unofficial and independent."""
