// The API reference: Swagger UI, and a sign-in that gives it a token.

/* global SwaggerUIBundle */

const signIn = document.querySelector('.sign-in')
const accountForm = document.querySelector('#account')
const tokenForm = document.querySelector('#token')
const status = document.querySelector('#signed-in')
const { emulator } = signIn.dataset

const darkMode = matchMedia('(prefers-color-scheme: dark)')
const showColors = () => document.documentElement.classList.toggle('dark-mode', darkMode.matches)
darkMode.addEventListener('change', showColors)
showColors()

// Of the viewer's parts: the path in the button of an operation is no link, because buttons cannot contain one, and the
// choice of a server is left out, because there is one.
const parts = ({ React }) => ({
  wrapComponents: {
    DeepLink: () => props => React.createElement('span', null, props.text),
    ServersContainer: () => () => null,
  },
})

const viewer = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  validatorUrl: null,
  plugins: [parts],
})

const useToken = (token, name) => {
  viewer.preauthorizeApiKey('idToken', token)
  status.textContent = `Requests are sent as ${name}.`
}

tokenForm.addEventListener('submit', event => {
  event.preventDefault()
  useToken(tokenForm.elements.token.value.trim(), 'the holder of the token')
})

accountForm.hidden = emulator === ''
accountForm.addEventListener('submit', async event => {
  event.preventDefault()
  const email = accountForm.elements.email.value
  const password = accountForm.elements.password.value
  const { idToken, error } = await requestToken(email, password).catch(() => ({
    error: { message: `no answer from ${emulator}` },
  }))
  if (idToken) useToken(idToken, email)
  else status.textContent = `The sign-in failed: ${error.message}.`
})

async function requestToken(email, password) {
  const response = await fetch(`${emulator}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=local`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, returnSecureToken: true }),
  })
  return response.json()
}
