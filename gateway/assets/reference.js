// The API reference: Swagger UI, and a sign-in that gives it a token.

/* global SwaggerUIBundle */

const signIn = document.querySelector('.sign-in')
const accountForm = document.querySelector('#account')
const tokenForm = document.querySelector('#token')
const status = document.querySelector('#signed-in')
const { emulator } = signIn.dataset

// Of the viewer's parts: its own title and sign-in are not needed, there is one server to choose from, and the path in the
// button of an operation is no link, because a button cannot contain one.
const nothing = () => () => null
const parts = ({ React }) => ({
  wrapComponents: {
    InfoContainer: nothing,
    ServersContainer: nothing,
    authorizeBtn: nothing,
    authorizeOperationBtn: nothing,
    DeepLink: () => props => React.createElement('span', null, props.text),
  },
})

const viewer = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: -1,
  syntaxHighlight: { activated: false },
  validatorUrl: null,
  plugins: [parts],
})

// The viewer gives these no name, and no way to scroll them by keyboard.
const missing = [
  ['select.examples-select-element', 'aria-label', 'Example'],
  ['.body-param__text', 'aria-label', 'Request body'],
  ['.parameters input, .parameters select', 'aria-label', 'Value of the parameter'],
  ['pre.microlight', 'tabindex', '0'],
]
new MutationObserver(() => {
  for (const [selector, name, value] of missing)
    for (const part of document.querySelectorAll(`#reference :is(${selector}):not([${name}])`))
      part.setAttribute(name, value)
}).observe(document.querySelector('#reference'), { childList: true, subtree: true })

function useToken(token, name) {
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
  const { email, password } = Object.fromEntries(new FormData(accountForm))
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
