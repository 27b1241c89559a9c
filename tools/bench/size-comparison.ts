import type { BenchContext } from './context.ts'
import { atMost, type Results, ratio, rowsOf } from './report.ts'
import { type Measured, measureInTurns, type RoundPlan } from './rounds.ts'
import { type Load, loadVariant, type System } from './system.ts'

/** A system and how much is stored in its database: `1000 stored bookings`. */
type SizedSystem = { system: System; stored: string }

/** The result of a comparison; the factor says how many times as long a request takes in the large system. */
export type Compared = { few: Measured; many: Measured; factor: number; results: Results }

/**
 * Measures the same request in a small and in a large system, in turns.
 *
 * @param compared.requests the request for each of the systems
 * @param compared.target the maximum factor, if there is a target
 * @param compared.catchUp whether the large system is warmed up longer: the small one is older and has already served for
 *   minutes, and V8 knows its code
 */
export async function compareSizes(
  context: BenchContext,
  sizes: { few: SizedSystem; many: SizedSystem },
  compared: {
    name: string
    requests(system: System): Omit<Load, 'name'>
    target?: number
    rounds?: RoundPlan
    catchUp?: boolean
  },
): Promise<Compared> {
  const { name, requests, target: maxFactor, rounds = context.options, catchUp = false } = compared
  const variantOf = ({ system, stored }: SizedSystem) =>
    loadVariant(system, context, { name: `${name}, ${stored}`, ...requests(system) })
  const variants = [variantOf(sizes.few), variantOf(sizes.many)]
  if (catchUp) {
    await variants[1]?.run(rounds.secondsPerRound * 3)
    await variants[1]?.after?.()
  }
  const measured = await measureInTurns(variants, rounds, context.log)
  const [few, many] = measured
  if (few === undefined || many === undefined) throw new Error('one of the systems was not measured')
  const factor = ratio(few, many)
  const target = `${name}, time per request at ${sizes.many.stored}, at ${sizes.few.stored} = 1`
  const targets = maxFactor === undefined ? [] : [atMost(target, maxFactor, factor, ' x')]
  const rows = rowsOf(variants, requests(sizes.few.system).connections, measured)
  return { few, many, factor, results: { rows, targets, text: [] } }
}
