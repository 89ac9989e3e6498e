const reference = document.querySelector('#reference');
SwaggerUIBundle({
  url: reference.dataset.contract,
  domNode: reference,
  docExpansion: 'full',
  persistAuthorization: true,
  validatorUrl: null,
});
