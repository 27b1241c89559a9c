import { any, type Documents, type Fact, factsOf, type Json, limits } from './facts.ts'

/** A difference of the documents. After one that breaks, a client that was written for the earlier ones may fail. */
export type Change = { area: string; operation: string; change: string; breaks: boolean }

type Compared = { fact: Fact; before: string[]; after: string[] }

/** What breaks clients or was added: once for each part, in the order of the earlier documents. */
export function changesOf(before: Documents, after: Documents): Change[] {
  const [known, present] = [factsOf(before), factsOf(after)]
  const compared = new Map<string, Compared>()
  const partsOf = (facts: Fact[]) =>
    new Set(facts.filter(({ kind }) => kind === 'part').map(({ operation, at }) => `${operation} ${at}`))
  const [partsBefore, partsAfter] = [partsOf(known), partsOf(present)]
  for (const [side, facts] of [['before', known] as const, ['after', present] as const]) {
    for (const fact of facts) {
      const key = `${fact.operation}\n${fact.at}\n${fact.kind}`
      const entry = compared.get(key) ?? { fact, before: [], after: [] }
      entry[side].push(fact.value)
      compared.set(key, entry)
    }
  }
  const changes = [...compared.values()].flatMap(entry => {
    const { area, operation, at, within, kind } = entry.fact
    // The parts of something new or removed are not listed.
    const isOperation = kind === 'part' && at === ''
    const container = `${operation} ${within}`
    if (!isOperation && !(partsBefore.has(container) && partsAfter.has(container))) return []
    return verdicts(entry).map(({ text, breaks }) => ({ area, operation, change: `${at} ${text}`.trim(), breaks }))
  })
  // What has no area, such as the gateway's own pages, has no revision that could be raised.
  return changes.filter(({ area, breaks }) => breaks || area !== 'service')
}

type Verdict = { text: string; breaks: boolean }
const breaking = (text: string): Verdict => ({ text, breaks: true })

function verdicts({ fact: { kind, sender }, before, after }: Compared): Verdict[] {
  const [isKnown, isPresent] = [before.length > 0, after.length > 0]
  const byClient = sender === 'client'
  if (kind === 'part') {
    if (isKnown === isPresent) return []
    return [isKnown ? breaking('is removed') : { text: 'is added', breaks: false }]
  }
  if (kind === 'required') {
    if (byClient) return isPresent && !isKnown ? [breaking('is required')] : []
    return isKnown && !isPresent ? [breaking('may be absent')] : []
  }
  if (kind === 'type' || kind === 'value') return listChanges(kind, byClient, before, after)
  const [old, now] = [before[0], after[0]]
  if (limits.includes(kind as (typeof limits)[number])) {
    return byClient && isNarrower(kind, old, now) ? [breaking(`has another ${kind}`)] : []
  }
  // A pattern or format that clients have to keep, or may rely on; the name of the client's method; a default.
  const strict = byClient && kind !== 'default' ? now : old
  return strict !== undefined && old !== now ? [breaking(`has another ${kind}`)] : []
}

/** What one side gives, the other one must take; a number takes integers too. */
function listChanges(kind: 'type' | 'value', byClient: boolean, before: string[], after: string[]): Verdict[] {
  const [given, taken] = byClient ? [before, after] : [after, before]
  const isTaken = (value: string) =>
    [value, any, ...(value === 'integer' ? ['number'] : [])].some(one => taken.includes(one))
  const refused = [...new Set(given)].filter(value => !isTaken(value))
  const added = byClient && kind === 'value' && !before.includes(any) ? after.filter(one => !before.includes(one)) : []
  return [
    ...refused.map(value => breaking(`${byClient ? 'no longer takes' : 'may have'} the ${kind} ${value}`)),
    ...added.map(value => ({ text: `takes the ${kind} ${value}`, breaks: false })),
  ]
}

function isNarrower(kind: string, before: string | undefined, after: string | undefined): boolean {
  if (after === undefined) return false
  const difference = Number(after) - Number(before)
  return before === undefined || (/max/i.test(kind) ? difference < 0 : difference > 0)
}

type Tag = { 'x-area'?: string; 'x-revision'?: string }

/** The changes in areas whose revision (`0.9`) is neither raised nor the first. */
export function unannounced(changes: readonly Change[], before: Json, after: Json): Change[] {
  const revisionsOf = ({ tags }: Json) =>
    new Map((tags as Tag[]).map(tag => [tag['x-area'], tag['x-revision']] as const).filter(([area]) => area))
  const [known, now] = [revisionsOf(before), revisionsOf(after)]
  return changes.filter(({ area }) => {
    const [old, present] = [known.get(area), now.get(area)]
    if (!present) return true
    return old !== undefined && present.localeCompare(old, 'en', { numeric: true }) <= 0
  })
}
