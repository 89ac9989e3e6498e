"""What every request and every operation have in common.

Bodies, entity tags, problems, limits, timeouts, request ids and how an operation is stated beside
its handler. Knows neither matches nor leagues. Imports `database` for quotas.
"""
