// The API reference: Swagger UI, and a sign-in that gives it a token.

/* global SwaggerUIBundle */

import { addCopyButton, addTabs } from './docs.js'
import { samplesOf } from './samples.js'

const signIn = document.querySelector('.sign-in')
const accountForm = document.querySelector('#account')
const tokenForm = document.querySelector('#token')
const status = document.querySelector('#signed-in')
const { emulator } = signIn.dataset

const darkMode = matchMedia('(prefers-color-scheme: dark)')
const showColors = () => document.documentElement.classList.toggle('dark-mode', darkMode.matches)
darkMode.addEventListener('change', showColors)
showColors()

// Of the viewer's parts: its own title and sign-in are not needed, there is one server to choose from, and the path in the
// button of an operation is no link, because a button cannot contain one.
const nothing = () => () => null
const parts = ({ React, specSelectors }) => ({
  wrapComponents: {
    // The samples of an operation come before its responses.
    responses: Original => props => {
      const fill = node => node?.hasChildNodes() || node?.append(sampleGroup(specSelectors, props))
      const samples = React.createElement('div', { ref: fill })
      return React.createElement(React.Fragment, null, samples, React.createElement(Original, props))
    },
    InfoContainer: nothing,
    ServersContainer: nothing,
    authorizeBtn: nothing,
    authorizeOperationBtn: nothing,
    DeepLink: () => props => React.createElement('span', null, props.text),
  },
})

/** The OpenAPI document, once the viewer has it. */
let api

/** The samples of an operation, in tabs. */
function sampleGroup(specSelectors, { path, method }) {
  api ??= specSelectors.specJson().toJS()
  const group = document.createElement('div')
  group.className = 'samples'
  for (const [name, code] of Object.entries(samplesOf(api, path, method, location.origin))) {
    const sample = group.appendChild(document.createElement('div'))
    sample.className = 'sample'
    sample.dataset.name = name
    const block = sample.appendChild(document.createElement('pre'))
    Object.assign(block, { tabIndex: 0, role: 'group', ariaLabel: 'Code' }).append(code)
    addCopyButton(block)
  }
  addTabs(group)
  return group
}

const viewer = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
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
    for (const element of document.querySelectorAll(`#reference :is(${selector}):not([${name}])`))
      element.setAttribute(name, value)
}).observe(document.querySelector('#reference'), { childList: true, subtree: true })

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
