import { createServer, type IncomingMessage } from 'node:http'
import { createCachedVerifier } from '@campstore/auth/cached-verifier'
import { createOidcVerifier } from '@campstore/auth/oidc-verifier'
import pg from 'pg'
import { fewestHold, fewestResponse } from '../workloads/fewest-hold.ts'

/**
 * The least that a booking service can be, without a framework: it parses the body, verifies the token, once per token and minute, takes
 * the hold of `fewest.sql` and writes the response. Nothing is validated, logged, counted or published, and a refused hold ends it. Listens at PORT, and needs
 * DATABASE_URL and the OIDC variables of a service.
 */
const { DATABASE_URL: connectionString, OIDC_ISSUER, OIDC_AUDIENCE, OIDC_JWKS_URL, PORT } = process.env
const oidc = { issuer: OIDC_ISSUER ?? '', audience: OIDC_AUDIENCE ?? '', jwksUrl: OIDC_JWKS_URL ?? '' }
const clock = () => new Date()
const verify = createCachedVerifier(createOidcVerifier(oidc, clock), { clock })
const pool = new pg.Pool({ connectionString, max: 10, idleTimeoutMillis: 0 })
let holds = 0

async function takeHold(request: IncomingMessage, body: string): Promise<void> {
  const { identity } = await verify(request.headers.authorization?.slice('Bearer '.length) ?? '')
  const { subject: customerId, name = '', email = '' } = identity
  const { rows } = await pool.query(fewestHold(`smallest-${++holds}`, { customerId, name, email }, JSON.parse(body)))
  if (rows[0]?.outcome !== 'held') throw new Error(`The hold was ${rows[0]?.outcome}`)
}

createServer((request, response) => {
  let body = ''
  request.on('data', chunk => (body += chunk))
  request.on('end', async () => {
    if (request.method === 'POST') await takeHold(request, body)
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(fewestResponse) }
    response.writeHead(200, headers).end(fewestResponse)
  })
}).listen(Number(PORT), '127.0.0.1')
