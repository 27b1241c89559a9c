import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { client, type ItemOf } from '../../app/client.ts'
import { addMonths, boundsOf, type Month } from '../../lib/days.ts'

export type Refund = ItemOf<'listRefunds'>
export type Takings = ItemOf<'reportTakings'>

/** Takings of each day of a month, and of the month before. */
export const useTakings = (month: Month) =>
  useQuery({
    queryKey: ['takings', month],
    queryFn: async ({ signal }) => {
      // Both months are within the 92 days of one report.
      const before = addMonths(month, -1)
      const days = await client().admin.reportTakings(
        { from: boundsOf(before).from, to: boundsOf(month).to },
        { signal },
      )
      return {
        days: days.filter(({ date }) => date.startsWith(month)),
        before: days.filter(({ date }) => date.startsWith(before)),
      }
    },
    placeholderData: keepPreviousData,
  })
