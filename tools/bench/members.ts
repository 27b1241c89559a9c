import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { freePort } from '@campstore/local-servers/ports'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { administratorSubject } from './admin/stored-data.ts'
import { memberCount, memberSubject } from './workload.ts'

/** An identity provider of our own, which has signed a token for every member, and the administrator, and what a service must know to trust it. */
export type Members = { environment: Record<string, string>; administratorToken: string; close(): void }

/**
 * Publishes a key and writes the members' tokens, good for two hours, to a file: a JSON array in the order of their numbers.
 * A provider of our own, because the emulator would take part in the measurement: services ask it about each token once a minute.
 */
export async function issueTokens(file: string): Promise<Members> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const key = { ...(await exportJWK(publicKey)), kid: 'bench', alg: 'RS256', use: 'sig' }
  const port = await freePort()
  const issuer = `http://127.0.0.1:${port}`
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ keys: [key] }))
  }).listen(port, '127.0.0.1')
  const sign = (subject: string, name: string) =>
    new SignJWT({ name, email: `${subject}@members.test`, email_verified: true })
      .setProtectedHeader({ alg: 'RS256', kid: 'bench' })
      .setSubject(subject)
      .setIssuer(issuer)
      .setAudience('campstore')
      .setIssuedAt()
      .setExpirationTime('2h')
      .sign(privateKey)
  const signOf = (number: number) => sign(memberSubject(number), `Load Member ${number}`)
  const tokens = await Promise.all(Array.from({ length: memberCount }, (_, index) => signOf(index + 1)))
  writeFileSync(file, JSON.stringify(tokens))
  const environment = {
    AUTH_PROVIDER: 'oidc',
    OIDC_ISSUER: issuer,
    OIDC_AUDIENCE: 'campstore',
    OIDC_JWKS_URL: `${issuer}/keys`,
  }
  return { environment, administratorToken: await sign(administratorSubject, 'Bench'), close: () => server.close() }
}
