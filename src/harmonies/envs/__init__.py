"""The game as an environment for learning and planning, behind the interfaces people already use.

- :class:`harmonies.envs.vector.VectorEnv`: thousands of games at once, in NumPy arrays
- :mod:`harmonies.envs.solo`: ``Harmonies-Solo-v0`` for Gymnasium, and its vector interface
- :mod:`harmonies.envs.harmonies_v0` for PettingZoo
- :mod:`harmonies.envs.openspiel`: ``python_harmonies`` for OpenSpiel

Each module needs the package that it adapts to, and no other.
"""
