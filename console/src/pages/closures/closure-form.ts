import type { CreateClosure, createClosureSchema } from '@campstore/contract/admin/closures'
import type { Control } from 'react-hook-form'
import type { z } from 'zod'
import type { ClosureDates } from './queries.ts'

export type ClosureForm = z.input<typeof createClosureSchema>
export type ClosureControl = Control<ClosureForm, unknown, CreateClosure>

/** The fields of a closure with what they are when it opens: a strict schema knows no others. */
export const formOf = (from: ClosureDates & { reason?: string }): ClosureForm => ({
  campgroundId: from.campgroundId ?? '',
  closureType: from.closureType ?? 'date_range',
  startDate: from.startDate ?? null,
  endDate: from.endDate ?? null,
  weekday: from.weekday ?? null,
  effectiveFrom: from.effectiveFrom ?? null,
  effectiveTo: from.effectiveTo ?? null,
  reason: from.reason ?? '',
})
