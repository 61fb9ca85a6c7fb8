"""Routes of accounts and profiles, under /api/v1/."""

from django.urls import path

from players.api import views

urlpatterns = [
    path("auth/signup", views.SignupView.as_view(), name="signup"),
    path("auth/login", views.LoginView.as_view(), name="login"),
    path("auth/guest", views.GuestView.as_view(), name="guest"),
    path("auth/logout", views.LogoutView.as_view(), name="logout"),
    path("me", views.MeView.as_view(), name="me"),
]
