import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '@campstore/local-servers/installed-programs'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { newWebhookSecret, signatureHeaders } from '../../services/admin/src/domain/webhook-signature.ts'
import { codeOf } from '../system/snippets.ts'

// The code that docs/guides/webhooks.md offers to copy, and a library of Standard Webhooks, accept what we sign, and nothing else.
const run = promisify(execFile)
const secrets = [newWebhookSecret(), newWebhookSecret()]
const [secret = '', old = ''] = secrets
const body = JSON.stringify({ id: 'event-1', type: 'order.paid', data: { name: '帳篷 “4”' } })
const signed = (at = new Date()) => signatureHeaders(secrets, { id: 'event-1', at, body })

type Case = [headers: Record<string, string>, body: string, secret: string]
const authentic: Case[] = [secret, old].map(each => [signed(), body, each])
const longAgo = new Date(Date.now() - 3_600_000)
const forged: Case[] = [
  [signed(), body.replace('paid', 'free'), secret],
  [{ ...signed(), 'webhook-id': 'event-2' }, body, secret],
  [{ ...signed(), 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 1) }, body, secret],
  [signed(), body, newWebhookSecret()],
  [signed(longAgo), body, secret],
  [signed(new Date(Date.now() + 3_600_000)), body, secret],
  [{ ...signed(), 'webhook-signature': 'v1,' }, body, secret],
  [{ ...signed(), 'webhook-signature': 'v1,漢字' }, body, secret],
  [{}, body, secret],
]
const cases = [...authentic, ...forged]
const expected = cases.map(one => authentic.includes(one))

const code = (language: string): string => codeOf('docs/guides/webhooks.md', language)[0] ?? ''

test('a library of Standard Webhooks', () => {
  const accepts = ([headers, text, key]: Case) => {
    try {
      return new Webhook(key).verify(text, headers) !== undefined
    } catch {
      return false
    }
  }
  expect(cases.map(accepts)).toEqual(expected)
})

test('in TypeScript', async () => {
  const call = `console.log(JSON.stringify(${JSON.stringify(cases)}.map(one => isAuthentic(...one))))`
  const args = ['--input-type=module-typescript', '--eval', `${code('ts')}\n${call}`]
  expect(JSON.parse((await run(process.execPath, args)).stdout)).toEqual(expected)
})

test.skipIf(findProgram('python3') === undefined)('in Python', async () => {
  const call =
    'import json, sys\nprint(json.dumps([is_authentic(h, b.encode(), s) for h, b, s in json.loads(sys.argv[1])]))'
  const { stdout } = await run('python3', ['-c', `${code('python')}\n${call}`, JSON.stringify(cases)])
  expect(JSON.parse(stdout)).toEqual(expected)
})
