"""The routes, a module for each tag of the contract."""
