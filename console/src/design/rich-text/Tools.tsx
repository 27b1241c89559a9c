import { t } from 'i18next'
import { Bold, Italic, Link, List, ListOrdered, type LucideIcon } from 'lucide-react'
import { toggleMark } from 'prosemirror-commands'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import type { EditorView } from 'prosemirror-view'
import { type SubmitEvent, useState } from 'react'
import { Dialog, DialogTrigger, Popover, ToggleButton, Toolbar } from 'react-aria-components'
import { Button } from '../Button.tsx'
import { TextField } from '../Field.tsx'
import { richText } from './rich-text.ts'

const { strong, em, a } = richText.marks
const { ul, ol, li } = richText.nodes

type ToolsProps = { view: EditorView; state: EditorState; label: string }

/** The buttons above a text; the arrow keys move between them. */
export function Tools({ view, state, label }: ToolsProps) {
  const tool = (name: 'bold' | 'italic' | 'list' | 'numbers', icon: LucideIcon, isOn: boolean, command: Command) => (
    <Tool icon={icon} label={t(`richText.${name}`)} isOn={isOn} press={() => run(view, command)} />
  )
  const listTool = (name: 'list' | 'numbers', icon: LucideIcon, type: NodeType) => {
    const isOn = listAt(state) === type
    return tool(name, icon, isOn, isOn ? liftListItem(li) : wrapInList(type))
  }
  return (
    <Toolbar aria-label={label} className="rich-text-tools row">
      {tool('bold', Bold, hasMark(state, strong), toggleMark(strong))}
      {tool('italic', Italic, hasMark(state, em), toggleMark(em))}
      {listTool('list', List, ul)}
      {listTool('numbers', ListOrdered, ol)}
      <LinkTool view={view} state={state} />
    </Toolbar>
  )
}

function run(view: EditorView, command: Command): void {
  // First, so that the form knows the text before the change.
  view.focus()
  command(view.state, view.dispatch)
}

type ToolProps = { icon: LucideIcon; label: string; isOn: boolean; press?(): void }

const Tool = ({ icon: Icon, label, isOn, press }: ToolProps) => (
  <ToggleButton className="icon-button" aria-label={label} isSelected={isOn} onPress={press}>
    <Icon aria-hidden />
  </ToggleButton>
)

/** Makes the selected words a link, or changes the link at the cursor. */
function LinkTool({ view, state }: Omit<ToolsProps, 'label'>) {
  const [isOpen, setOpen] = useState(false)
  const [address, setAddress] = useState('')
  const { from, to, href } = linkAt(state)
  const set = (href: string) => {
    const transaction = state.tr.removeMark(from, to, a)
    if (href && from === to) transaction.insertText(address.trim(), from)
    if (href) transaction.addMark(from, from === to ? from + address.trim().length : to, a.create({ href }))
    setOpen(false)
    run(view, (_, dispatch) => {
      dispatch?.(transaction)
      return true
    })
  }
  return (
    <DialogTrigger
      isOpen={isOpen}
      onOpenChange={open => {
        setAddress(href)
        setOpen(open)
      }}
    >
      <Tool icon={Link} label={t('richText.link')} isOn={href !== ''} />
      <Popover className="menu rich-text-link">
        <Dialog aria-label={t('richText.link')}>
          <form
            className="stack-tight"
            onSubmit={(event: SubmitEvent) => {
              event.preventDefault()
              // React would tell it to the form of the text as well.
              event.stopPropagation()
              set(hrefOf(address.trim()))
            }}
          >
            <TextField label={t('richText.address')} inputMode="url" value={address} onChange={setAddress} autoFocus />
            <div className="row">
              <Button type="submit" variant="primary">
                {t('richText.link')}
              </Button>
              {href !== '' && <Button onPress={() => set('')}>{t('richText.unlink')}</Button>}
            </div>
          </form>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** The address of a link as people write it: of a site, an e-mail, a phone, or a path of the shop. */
function hrefOf(address: string): string {
  if (address === '' || /^(?:https?:|mailto:|tel:|\/(?!\/))/i.test(address)) return address
  return /^[^/]+@[^/]+$/.test(address) ? `mailto:${address}` : `https://${address}`
}

const hasMark = ({ selection: { $from, from, to, empty }, storedMarks, doc }: EditorState, type: MarkType): boolean =>
  empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type)

function listAt({ selection: { $from } }: EditorState): NodeType | undefined {
  for (let depth = $from.depth; depth > 0; depth--) {
    const { type } = $from.node(depth)
    if (type === ul || type === ol) return type
  }
  return undefined
}

/** The selection, or the link around the cursor; with the address of its link, or an empty one. */
function linkAt({ selection: { $from, from, to, empty }, doc }: EditorState) {
  let found = { from, to, href: '' }
  doc.nodesBetween(empty ? $from.start() : from, empty ? $from.end() : to, (node, start) => {
    const link = a.isInSet(node.marks)
    const end = start + node.nodeSize
    if (link && start <= from && from <= end)
      found = { from: empty ? start : from, to: empty ? end : to, href: link.attrs.href }
  })
  return found
}
