import { loadConfig } from '@campstore/core/config/load-config'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { holdVariables } from './config.ts'

const load = (PAYMENT_SIGNING_SECRET: string) => loadConfig(z.object(holdVariables), { PAYMENT_SIGNING_SECRET })

test.each([
  'fifteen-letters',
  'our-newest-secret,',
  'our-newest-secret,fifteen-letters',
  'our-newest-secret,the-older-secret,the-oldest-secret',
])('PAYMENT_SIGNING_SECRET %j is refused, and not shown', text => {
  expect(() => load(text)).toThrow(/^PAYMENT_SIGNING_SECRET .*at least 16 characters.*two separated by a comma/)
  expect(() => load(text)).not.toThrow(text)
})
