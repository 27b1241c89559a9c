import { CliError } from '@campstore/local-servers/cli-error'

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
export type ImportIssue = { place: Place; reason: string }

/** How many issues are told at once. */
export const maxReportedIssues = 50

/** `campgrounds.json[2] (cloud-terrace) zones.0.priceWeekday: must be …` */
export function describeIssue({ place, reason }: ImportIssue): string {
  const record = place.record === undefined ? '' : `[${place.record}]`
  const id = place.id === undefined ? '' : ` (${place.id})`
  const field = place.path.length === 0 ? '' : ` ${place.path.join('.')}`
  return `${place.file}${record}${id}${field}: ${reason}`
}

/** A data set that was refused, whole: nothing of it was written. */
export class ImportRefused extends CliError {
  /** In the order of the files and of their records. */
  readonly issues: readonly ImportIssue[]

  constructor(directory: string, issues: readonly ImportIssue[]) {
    const told = issues.slice(0, maxReportedIssues).map(flaw => `  ${describeIssue(flaw)}`)
    const untold = issues.length > maxReportedIssues ? [`  and ${issues.length - maxReportedIssues} more`] : []
    const count = issues.length === 1 ? 'one problem' : `${issues.length} problems`
    super([`${directory} was refused, nothing was imported: ${count}`, ...told, ...untold].join('\n'))
    this.issues = issues
  }
}
