import { demoAccounts, demoPassword as password } from '@campstore/local-servers/identity'
import { expect, test } from 'vitest'
import { demoPassword, demoStaff } from './demo-accounts.ts'

test('the accounts that are offered are those of the demonstration', () => {
  const addresses: readonly string[] = demoAccounts.map(({ email }) => email)
  expect(addresses).toEqual(expect.arrayContaining(demoStaff.map(({ email }) => email)))
  expect(demoPassword).toBe(password)
})
