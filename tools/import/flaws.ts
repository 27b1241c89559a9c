import { Problem } from '../infrastructure/problem.ts'

/** Where in the files something stands. */
export type Place = {
  file: string
  /** Place in the file's array, from 0; undefined where the file as a whole is meant. */
  record?: number
  /** The record's id as far as it has one. */
  id?: string
  /** Fields and places in arrays that lead on from the record, `zones.0`. */
  path: readonly string[]
}

/** One thing that is wrong with a data set. */
export type Flaw = { place: Place; reason: string }

/** How many flaws are told at once. */
export const toldAtMost = 50

/** `campgrounds.json[2] (cloud-terrace) zones.0.priceWeekday: must be …` */
export function describeFlaw({ place, reason }: Flaw): string {
  const record = place.record === undefined ? '' : `[${place.record}]`
  const id = place.id === undefined ? '' : ` (${place.id})`
  const field = place.path.length === 0 ? '' : ` ${place.path.join('.')}`
  return `${place.file}${record}${id}${field}: ${reason}`
}

/** A data set that was refused, whole: nothing of it was written. */
export class ImportRefused extends Problem {
  /** In the order of the files and of their records. */
  readonly flaws: readonly Flaw[]

  constructor(directory: string, flaws: readonly Flaw[]) {
    const told = flaws.slice(0, toldAtMost).map(flaw => `  ${describeFlaw(flaw)}`)
    const untold = flaws.length > toldAtMost ? [`  and ${flaws.length - toldAtMost} more`] : []
    const count = flaws.length === 1 ? 'one problem' : `${flaws.length} problems`
    super([`${directory} was refused, nothing was imported: ${count}`, ...told, ...untold].join('\n'))
    this.flaws = flaws
  }
}
