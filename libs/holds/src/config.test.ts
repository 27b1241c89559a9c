import { loadConfig } from '@campstore/core/config/load-config'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { holdVariables } from './config.ts'

const load = (PAYMENT_SIGNING_SECRET: string) => loadConfig(z.object(holdVariables), { PAYMENT_SIGNING_SECRET })

test.each([
  ['eight-ch', ['eight-ch']],
  ['the-new-secret,the-old-secret', ['the-new-secret', 'the-old-secret']],
  [' the-new-secret , the-old-secret ', ['the-new-secret', 'the-old-secret']],
])('PAYMENT_SIGNING_SECRET %j', (text, secrets) => {
  expect(load(text).PAYMENT_SIGNING_SECRET).toEqual(secrets)
})

test.each([
  'seven-c',
  'the-new-secret,',
  ',the-old-secret',
  'the-new-secret,short',
  'one-secret,two-secret,three-secret',
])('PAYMENT_SIGNING_SECRET %j is refused, and not shown', text => {
  expect(() => load(text)).toThrow(/^PAYMENT_SIGNING_SECRET .*at least 8 characters.*two separated by a comma/)
  expect(() => load(text)).not.toThrow(text)
})

test('PAYMENT_SIGNING_SECRET must be given', () => {
  expect(() => load('')).toThrow(/^PAYMENT_SIGNING_SECRET is not set/)
})
