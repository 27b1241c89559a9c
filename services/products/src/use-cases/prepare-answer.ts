import { successSchema } from '@campstore/contract/envelope'
import type { Route } from '@campstore/contract/route'
import type { Logger } from '@campstore/telemetry/log'
import { cut, type PreparedAnswer } from '../domain/prepared-answer.ts'

/** A success body of which parts are live, and what it was made from. */
export type Body = { revision: string; variantIds: string[]; body: object }

/**
 * Prepares the answers of a route: each body is compared with the route's declaration here, once, and not when it is sent.
 * One that breaks it is answered all the same and told to the log, as everywhere.
 */
export function prepareAnswer(route: Route, log: Logger): (made: Body) => PreparedAnswer {
  const schema = successSchema(route)
  return ({ revision, variantIds, body }) => {
    const issue = schema.safeParse(body).error?.issues[0]
    if (issue) {
      const problem = `${issue.path.map(String).join('.')}: ${issue.message}`
      log.error({ route: route.name, problem }, 'an answer breaks its schema')
    }
    return { revision, variantIds, fragments: cut(body) }
  }
}

/** What is prepared where there is nothing to answer. */
export const nothing = (revision: string): PreparedAnswer => ({ revision, variantIds: [], fragments: [] })
