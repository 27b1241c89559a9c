import { demoAccounts, demoPassword } from '@campstore/local-servers/identity'

// The gateway serves the viewer from the package swagger-ui-dist.
const head = `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<script src="/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/docs/assets/reference.js" type="module"></script>
`

// The gateway sets `data-emulator` where it knows an identity emulator; without one, only a token can be pasted.
// The viewer brings the main element of the page.
const body = `<div class="wide">
<h1>API reference</h1>
<p>Every endpoint, to read and to call. Their common rules are in
<a href="/docs/contract/conventions">Conventions</a>; for programs: <a href="/openapi.json">OpenAPI 3.1</a>.</p>
<section class="sign-in" aria-label="Sign in" data-emulator="">
<form id="account" hidden>
<label>Account <input name="email" type="email" list="accounts" value="${demoAccounts[0].email}" autocomplete="off" required></label>
<datalist id="accounts">${demoAccounts.map(({ email }) => `<option value="${email}"></option>`).join('')}</datalist>
<label>Password <input name="password" type="password" value="${demoPassword}" autocomplete="off" required></label>
<button>Sign in</button>
</form>
<form id="token">
<label>ID token <input name="token" type="password" autocomplete="off" required></label>
<button>Use token</button>
</form>
<p id="signed-in" role="status">Not signed in.</p>
<noscript><p>Sign-in and calls need JavaScript.</p></noscript>
</section>
<h2>Endpoints</h2>
<div id="reference"></div>
</div>`

/** The API reference: Swagger UI, and a sign-in that gives it a token. */
export const reference = { title: 'API reference', head, body }
