import pytest


@pytest.fixture(autouse=True)
def _quick_hashing(settings):
    """Hash cheaply: what is tested here is who may come in, not the cost of it."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
