// Starts the page; kept out of the HTML so that no inline script need be allowed.
SwaggerUIBundle({
  dom_id: "#docs",
  url: document.getElementById("docs").dataset.document,
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
});
