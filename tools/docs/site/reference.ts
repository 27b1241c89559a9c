import { demoAccounts, demoPassword } from '@campstore/local-servers/identity'
import { html } from 'hono/html'

/** Styles and scripts of the viewer, which the gateway serves from the package swagger-ui-dist, and our script. */
export const referenceHead = html`<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<script src="/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/docs/assets/reference.js" type="module"></script>
`

/** The gateway sets `data-emulator` where it knows an identity emulator; without one, only a token can be pasted. */
export const referenceContent = html`<h1>API reference</h1>
<div class="sign-in" data-emulator="">
<form id="account" hidden>
<label>Account <input name="email" type="email" list="accounts" value="${demoAccounts[0].email}" autocomplete="off" required></label>
<datalist id="accounts">${demoAccounts.map(({ email }) => html`<option value="${email}"></option>`)}</datalist>
<label>Password <input name="password" type="password" value="${demoPassword}" autocomplete="off" required></label>
<button>Sign in</button>
</form>
<form id="token">
<label>ID token <input name="token" type="password" autocomplete="off" required></label>
<button>Use token</button>
</form>
<p id="signed-in" role="status">Not signed in.</p>
</div>
<noscript><p>The reference needs JavaScript. The same contract is at <a href="/openapi.json">/openapi.json</a>.</p></noscript>
<div id="reference"></div>`
