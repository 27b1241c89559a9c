import Koa from 'koa'
import { constantAnswer } from './constant-answer.ts'

// What Koa and the gateway cost by themselves: no routing, no validation, no database.
const app = new Koa()
app.use(ctx => {
  ctx.body = constantAnswer
})
app.listen(Number(process.env.PORT), '127.0.0.1')
