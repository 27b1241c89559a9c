import { describe, expect, test } from 'vitest'
import { parsePaymentForm } from './payment-form.ts'
import { shop, shopFields, signedFields } from './testing/form.ts'

const parse = (fields: Record<string, string> | [string, string][]) =>
  parsePaymentForm(new URLSearchParams(fields), shop)

test('a form of the checkout service is accepted, with all of its fields', () => {
  const fields = shopFields('Camper\'s "kettle" (1.5L) & <b>mug</b> +')
  expect(parse(fields)).toMatchObject({ TotalAmount: '1980', CustomField1: fields.CustomField1, fields })
})

test('fields that the simulator does not know count for CheckMacValue', () => {
  expect(parse(signedFields({ Language: 'ENG' }))).toMatchObject({ fields: { Language: 'ENG' } })
  expect(parse({ ...shopFields(), Language: 'ENG' })).toMatchObject({ title: 'CheckMacValue does not match' })
})

test.each(['TotalAmount', 'CustomField1', 'ItemName', 'MerchantTradeNo'])('a changed %s is noticed', name => {
  expect(parse({ ...shopFields(), [name]: '1' })).toMatchObject({ title: 'CheckMacValue does not match' })
})

test('a form of a shop with another HashKey is refused', () => {
  const refusal = parsePaymentForm(new URLSearchParams(shopFields()), { ...shop, ECPAY_HASH_KEY: 'another-key' })
  expect(refusal).toMatchObject({ title: 'CheckMacValue does not match' })
})

test('another merchant is unknown, whatever its CheckMacValue', () => {
  expect(parse(signedFields({ MerchantID: '2000132' }))).toMatchObject({
    title: 'Unknown merchant',
    text: expect.stringContaining('no shop 2000132.'),
  })
})

describe('a form that is not complete says which field', () => {
  test.each([
    ['CheckMacValue', 'CheckMacValue is missing.'],
    ['MerchantID', 'MerchantID is missing.'],
    ['TotalAmount', 'TotalAmount is missing.'],
    ['CustomField1', 'CustomField1 is missing.'],
    ['EncryptType', 'EncryptType is missing.'],
  ])('%s', (name, text) => {
    const { [name]: _, ...fields } = signedFields({ [name]: undefined })
    expect(parse(fields)).toMatchObject({ text: expect.stringContaining(text) })
  })

  test.each([
    ['TotalAmount', '12.5', 'must be a whole number of TWD'],
    ['TotalAmount', '-1', 'must be a whole number of TWD'],
    ['EncryptType', '0', 'must be 1'],
    ['ChoosePayment', 'Cash', 'must be Credit, ATM, CVS or ALL'],
    ['MerchantTradeDate', 'today', 'must be a time like 2026/11/20 16:00:05'],
    ['ClientBackURL', 'javascript:alert(1)', 'ClientBackURL is not valid'],
    ['OrderResultURL', 'data:text/html,x', 'OrderResultURL is not valid'],
  ])('%s=%s', (name, value, text) => {
    expect(parse(signedFields({ [name]: value }))).toMatchObject({ text: expect.stringContaining(text) })
  })

  test('no fields, or a field twice', () => {
    expect(parse({})).toMatchObject({ text: expect.stringContaining('It has no fields.') })
    const twice: [string, string][] = [...Object.entries(shopFields()), ['TotalAmount', '1']]
    expect(parse(twice)).toMatchObject({ text: expect.stringContaining('A field is given more than once.') })
  })
})
