import { expect, test } from 'vitest'
import { curlOf } from './curl.ts'

test('a request as a command', () => {
  const request = { method: 'POST', path: "/api/x?q=it's", body: '{"a":1}', headers: { 'x-request-id': 'r-1' } }
  expect(curlOf(request, 'Bearer t')).toBe(
    `curl -si --path-as-is -X POST -H 'content-type: application/json' -H 'authorization: Bearer t' -H 'x-request-id: r-1' ` +
      `--data-binary '{"a":1}' "$api"'/api/x?q=it'\\''s'`,
  )
})

test('a body of bytes is encoded', () => {
  const body = Buffer.from([0, 255])
  expect(curlOf({ path: '/', body })).toMatch(/^base64 -d <<< AP8= \| curl .* --data-binary @- "\$api"'\/'$/)
  expect(curlOf({ path: '/', body: '{"a":"é"}' })).toMatch(/^base64 -d <<< /)
})

test('a header that is sent twice, and an empty one', () => {
  const command = curlOf({ path: '/', headers: { host: ['a', 'b'], accept: '' } })
  expect(command).toContain(`-H 'host: a' -H 'host: b' -H 'accept;'`)
})
