import Koa from 'koa'
import { constantAnswers } from './constant-answers.ts'

// What Koa and the gateway cost by themselves: no routing, no validation, no database, nothing to turn into JSON.
const answerOf = constantAnswers()
const app = new Koa()
app.use(ctx => {
  ctx.body = answerOf(ctx.path)
  ctx.type = 'application/json'
})
app.listen(Number(process.env.PORT), '127.0.0.1')
