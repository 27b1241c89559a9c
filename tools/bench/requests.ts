import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { bookingRequestSchema, makeBookingRequest } from './booking/requests.ts'
import type { RequestFactory } from './prepared-request.ts'
import { makeStoreRequest, storeRequestSchema } from './store/requests.ts'

/** A kind of request that can be measured, with the pattern of its choices. */
export const benchRequestSchema = z.discriminatedUnion('area', [bookingRequestSchema, storeRequestSchema])

/** One of {@link benchRequestSchema}. */
export type BenchRequest = z.infer<typeof benchRequestSchema>

/**
 * Makes requests, each one new.
 *
 * @param tokenFile a JSON array of the members' tokens
 */
export function requestMaker(request: BenchRequest, tokenFile: string): RequestFactory {
  const tokens = z.array(z.string()).parse(JSON.parse(readFileSync(tokenFile, 'utf8')))
  const tokenOf = (member: number) => tokens[member - 1]
  return request.area === 'booking' ? makeBookingRequest(request, tokenOf) : makeStoreRequest(request, tokenOf)
}
