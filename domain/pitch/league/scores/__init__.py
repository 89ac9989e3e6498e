"""The scores with which a match can end, and contradictions to them in a fixture.

Input: rules and the final scores of a match. Output: findings about scores that no hands can make.
"""
