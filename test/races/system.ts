import { expect } from 'vitest'
import { audit, deadlocks } from '../system/audit.ts'
import { type MemberClient, repeatingRefusals } from '../system/client.ts'
import { type StaffClient, signInStaff } from '../system/staff.ts'
import { type System, startSystem } from '../system/system.ts'
import { mostAtOnce } from './outcomes.ts'

/** The system on which all races run, one after the other: two instances of each service that decides them. */
export let system: System
/** Members whom every race may use. */
export let members: MemberClient[]
/** An administrator who may do everything. */
export let chief: StaffClient

/** Starts that system. A member who cancels a paid stay gets half of the price back. */
export async function startRaces(): Promise<void> {
  const services = ['booking', 'checkout', 'me', 'admin'] as const
  const environment = { DATABASE_POOL_SIZE: String(2 * mostAtOnce) }
  system = await startSystem({ services, inProcess: true, processes: { admin: 1 }, sweepSeconds: 1, environment })
  members = (await system.members(20)).map(repeatingRefusals)
  chief = repeatingRefusals(await signInStaff(system, 'admin'))
  const tiers = JSON.stringify([{ daysBefore: 1, refundPercent: 50 }])
  await system.owner.query('update booking.policy set cancellation_tiers = $1', [tiers])
}

/** What the races leave stays, so it is checked at the end, and where holds end meanwhile. */
export async function consistent(): Promise<void> {
  expect(await deadlocks(system.owner)).toBe(0)
  expect(await audit(system.owner)).toEqual([])
}

/** One of the members, of whom there are fewer than numbers. */
export const memberOf = (number: number): MemberClient => members[number % members.length] ?? expect.fail('no member')
