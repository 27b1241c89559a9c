import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The constants that the limits answer: real answers of the services, so that both are of the same size. They are files in
 * the folder `CONSTANT_ANSWERS`, written before the first request; the last part of a path is the name of one.
 */
export function constantAnswers(): (path: string) => string {
  const read = new Map<string, string>()
  return path => {
    const known = read.get(path)
    if (known !== undefined) return known
    const answer = readFileSync(join(process.env.CONSTANT_ANSWERS ?? '', `${path.replace(/^.*\//, '')}.json`), 'utf8')
    read.set(path, answer)
    return answer
  }
}
