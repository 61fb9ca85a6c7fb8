"""Addresses of pages, under /unsubscribe/."""

from django.urls import path

from players.notifications.pages.unsubscribing import unsubscribe_page

urlpatterns = [path("<str:token>", unsubscribe_page, name="unsubscribe")]
