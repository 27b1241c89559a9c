import { expect, test } from 'vitest'
import { changeContactSchema } from '../booking/schemas.ts'
import { changeRecipientSchema } from '../checkout/schemas.ts'
import { textInput } from './fields.ts'

test.each(['\u200b', '\u3164', ' \u2060\u2800', '\u00ad'])('a text of which nothing is visible, %j, is blank', text => {
  const contact = { name: text, phone: '02' }
  expect(textInput(9).safeParse(text).success).toBe(false)
  expect(changeContactSchema.safeParse({ contact }).success).toBe(false)
  expect(changeRecipientSchema.safeParse({ address: text }).success).toBe(false)
  expect(textInput(9).parse(` a${text}b `)).toBe(`a${text}b`)
})
