import { expect, test } from 'vitest'
import { listQueries } from './admin-lists.ts'

const queriesOf = (name: string) => listQueries('bookings').find(each => each.name === name)?.queries

test('a query has one text for each value', () => {
  expect(queriesOf('default')).toEqual([''])
  expect(queriesOf('paymentStatus')).toEqual(['paymentStatus=paid', 'paymentStatus=unpaid'])
  expect(queriesOf('status and campground')).toHaveLength(25)
  expect(queriesOf('campground and check-in, one day')?.[0]).toMatch(
    /^checkInFrom=([\d-]{10})&checkInTo=\1&campgroundId=camp-3$/,
  )
})
