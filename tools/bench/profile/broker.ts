import { readFileSync, rmSync } from 'node:fs'
import { type Source, Totals } from './costs.ts'

/** What the processes of the broker do, by the names of their modules; the first that matches. */
const processTypes: readonly [string, RegExp][] = [
  ['connections', /reader|writer|heartbeat|tcp|limiter/],
  ['channels', /channel|msg_size|confirm/],
  ['queues', /amqqueue|ra_server|queue|fifo/],
  ['message store', /msg_store|ra_log|wal|segment|file_handle|prim_file|vhost/],
  ['statistics and management', /mgmt|event|metrics|stats|cowboy|ranch/],
]

/**
 * Erlang that writes to a file, in lines of a kind, a name and a total: the reductions by type of process, and the time of the schedulers
 * by activity.
 */
const readTotals = (file: string, accounting: boolean) => `
  Type = fun(Process, Registered, Dictionary) ->
    case {proplists:get_value(process_name, Dictionary), Registered} of
      {{Module, _}, _} -> Module;
      {_, []} -> element(1, proc_lib:translate_initial_call(Process));
      {_, Name} -> Name
    end
  end,
  Processes = [{process, Type(Process, Registered, Dictionary), Reductions} || Process <- processes(),
    [{_, Reductions}, {_, Registered}, {_, Dictionary}] <- [process_info(Process, [reductions, registered_name, dictionary])]],
  Activities = [{activity, Name, Total} || #{type := scheduler, counters := Of} <- erlang:statistics(microstate_accounting),
    {Name, Total} <- maps:to_list(Of)],
  Lines = [io_lib:format("~s ~s ~b~n", [Kind, Name, Total]) || {Kind, Name, Total} <- Processes ++ Activities],
  ok = file:write_file("${file}", Lines),
  erlang:system_flag(microstate_accounting, ${accounting}).`

/**
 * Observes the broker by its own counters, which are read outside of the measured time. The time in which schedulers run processes
 * is divided by the reductions of the processes.
 *
 * @param control runs rabbitmqctl
 * @param file to which the broker can write
 */
export const brokerSource =
  (control: (...args: string[]) => Promise<void>, file: string): Source =>
  async () => {
    const before = await read(true)
    return async () => {
      const spent = [...(await read(false))].map(([key, total]) => {
        const [kind, name = ''] = key.split(' ')
        return { kind, name, count: Math.max(0, total - (before.get(key) ?? 0)) }
      })
      const processes = spent.filter(({ kind }) => kind === 'process')
      const reductions = processes.reduce((sum, { count }) => sum + count, 0)
      const parts = new Totals()
      for (const { kind, name, count } of spent) {
        if (kind !== 'activity' || name === 'sleep') continue
        if (name !== 'emulator') parts.add(`scheduler: ${name}`, count)
        else for (const process of processes) parts.add(partOf(process.name), (count * process.count) / reductions)
      }
      return { process: 'RabbitMQ', parts }
    }

    async function read(accounting: boolean): Promise<Totals> {
      await control('eval', readTotals(file, accounting))
      const totals = new Totals()
      for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
        const [kind, name, total] = line.split(' ')
        totals.add(`${kind} ${name}`, Number(total))
      }
      rmSync(file)
      return totals
    }
  }

const partOf = (name: string): string => processTypes.find(([, names]) => names.test(name))?.[0] ?? 'other processes'
