"""A hasher that counts its work."""

from django.contrib.auth.hashers import MD5PasswordHasher


class CountingHasher(MD5PasswordHasher):
    algorithm = "counting"
    count = 0

    def encode(self, password, salt):
        type(self).count += 1
        return super().encode(password, salt)
