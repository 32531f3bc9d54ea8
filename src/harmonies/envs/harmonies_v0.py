"""The environment by the name and version that PettingZoo's users look for.

>>> from harmonies.envs import harmonies_v0
>>> harmonies_v0.env(players=4).possible_agents
['seat_1', 'seat_2', 'seat_3', 'seat_4']
"""

from harmonies.envs.aec import env, raw_env

__all__ = ["env", "raw_env"]
