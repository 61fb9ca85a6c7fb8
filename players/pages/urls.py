"""Addresses of pages, under /account/."""

from django.urls import path

from players.pages.deletion import delete_account

urlpatterns = [path("delete", delete_account, name="delete-account")]
