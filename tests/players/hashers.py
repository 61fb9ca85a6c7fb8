"""Hashers that count their work, and that are interrupted in it."""

from django.contrib.auth.hashers import MD5PasswordHasher


class CountingHasher(MD5PasswordHasher):
    algorithm = "counting"
    count = 0

    def encode(self, password, salt):
        type(self).count += 1
        return super().encode(password, salt)


class InterruptedHasher(MD5PasswordHasher):
    """One that takes so long for a password that something else happens meanwhile, once."""

    algorithm = "interrupted"
    meanwhile = None

    def verify(self, password, encoded):
        is_right = super().verify(password, encoded)
        act, type(self).meanwhile = type(self).meanwhile, None
        if act is not None:
            act()
        return is_right
