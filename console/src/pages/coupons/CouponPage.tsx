import { claimsQuerySchema } from '@campstore/contract/admin/coupons'
import { t } from 'i18next'
import { CircleStop, Pencil, RotateCcw, TicketPercent, UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { useBulkAction, withoutDone } from '../../app/bulk-action.tsx'
import { type Schemas, useRead } from '../../app/client.ts'
import { useSession } from '../../app/session.ts'
import { Button } from '../../design/Button.tsx'
import { Patterns } from '../../design/charts/charts.tsx'
import { SearchField } from '../../design/FilterBar.tsx'
import { ConfirmDialog } from '../../design/Form.tsx'
import { Section } from '../../design/Section.tsx'
import { filtersOf, useFilters } from '../../lib/filters.ts'
import { ActionButton, AskingButton, DialogButton } from '../shared/DialogButtons.tsx'
import { choiceOf, List } from '../shared/List.tsx'
import { RecordPage } from '../shared/Record.tsx'
import { CouponDialog } from './CouponDialog.tsx'
import { CouponCosts, CouponFacts, CouponStateBadge, CouponUseSection } from './CouponFacts.tsx'
import { useClaimColumns } from './claim-columns.tsx'
import type { Coupon } from './coupon.ts'

/** One coupon: conditions, usage, cost and customers. */
export function CouponPage() {
  const { can } = useSession()
  return (
    <>
      <Patterns />
      <RecordPage
        list="coupons"
        operation="getCoupon"
        title={coupon => coupon?.code ?? t('coupons.coupon')}
        badge={coupon => <CouponStateBadge coupon={coupon} />}
        subtitle={({ name }) => name}
        actions={coupon => can('coupons.edit') && <CouponActions coupon={coupon} />}
        side={coupon => <CouponFacts coupon={coupon} />}
      >
        {coupon => (
          <>
            <CouponUseSection coupon={coupon} />
            {can('orders.view', 'bookings.view') && <CouponCosts coupon={coupon} />}
            {can('customers.view') && <CouponClaims couponId={coupon.id} />}
          </>
        )}
      </RecordPage>
    </>
  )
}

function CouponActions({ coupon }: { coupon: Coupon }) {
  const { id, code, status } = coupon
  return (
    <>
      {status === 'active' ? (
        <AskingButton
          icon={CircleStop}
          label={t('coupons.end')}
          title={t('coupons.endTitle', { code })}
          hint={t('coupons.endHint')}
          isDangerous
          run={admin => admin.changeCoupon({ id, status: 'inactive' })}
          done={() => t('coupons.ended', { code })}
          failed={t('coupons.notChanged')}
        />
      ) : (
        <ActionButton
          icon={RotateCcw}
          label={t('coupons.activate')}
          run={admin => admin.changeCoupon({ id, status: 'active' })}
          done={() => t('actions.reactivated', { name: code })}
          failed={t('coupons.notChanged')}
        />
      )}
      <DialogButton icon={Pencil} label={t('actions.edit')}>
        {close => <CouponDialog coupon={coupon} close={close} />}
      </DialogButton>
      <DialogButton permissions={['customers.view']} icon={UserPlus} variant="primary" label={t('coupons.give')}>
        {close => <GiveDialog coupon={coupon} close={close} />}
      </DialogButton>
    </>
  )
}

const parsers = filtersOf(claimsQuerySchema.shape, 'status')

/** The customers with a coupon, and its order. */
function CouponClaims({ couponId }: { couponId: string }) {
  const filters = useFilters(parsers)
  return (
    <Section title={t('coupons.claims')} isCard={false}>
      <List
        label={t('coupons.claims')}
        operation="listCouponClaims"
        query={{ ...filters.values, couponId }}
        filters={filters}
        fields={[choiceOf(filters, 'status', t('fields.status'), status => t(`coupons.claimStatuses.${status}`))]}
        icon={TicketPercent}
        none={t('coupons.noClaims')}
        columns={useClaimColumns('customer')}
        rows={4}
        isDense
      />
    </Section>
  )
}

type Customer = Schemas['AdminCustomer']

/** Gives customers the right to use a coupon once each. */
function GiveDialog({ coupon: { id, code }, close }: { coupon: Coupon; close(): void }) {
  const [chosen, setChosen] = useState<readonly Customer[]>([])
  const give = useBulkAction({
    async run(admin, { ids }) {
      const result = await admin.claimCoupon({ id, customerIds: ids })
      // Each of several customers has a result of its own.
      return Array.isArray(result) ? result : []
    },
    done: count => t('coupons.given', { code, count }),
    failed: t('coupons.notGiven'),
    nameOf: id => chosen.find(customer => customer.id === id)?.name ?? id,
    onDone(results) {
      const left = withoutDone(new Set(chosen.map(({ id }) => id)), results)
      setChosen(chosen.filter(({ id }) => left.has(id)))
      if (left.size === 0) close()
    },
  })
  return (
    <ConfirmDialog
      title={t('coupons.giveTitle', { code })}
      close={close}
      action={t('coupons.giveTo', { count: chosen.length })}
      isDisabled={chosen.length === 0}
      isPending={give.isPending}
      isDirty={chosen.length > 0}
      confirm={() => give.mutate(chosen.map(customer => customer.id))}
    >
      <ChosenCustomers chosen={chosen} setChosen={setChosen} />
      <CustomerSearch chosen={chosen} choose={customer => setChosen([...chosen, customer])} />
    </ConfirmDialog>
  )
}

type ChosenCustomersProps = { chosen: readonly Customer[]; setChosen(customers: readonly Customer[]): void }

function ChosenCustomers({ chosen, setChosen }: ChosenCustomersProps) {
  if (chosen.length === 0) return null
  return (
    <ul className="row" aria-label={t('coupons.chosen')}>
      {chosen.map(customer => (
        <li key={customer.id}>
          <Button
            isSmall
            icon={X}
            aria-label={t('actions.removeOne', { name: customer.name })}
            onPress={() => setChosen(chosen.filter(other => other !== customer))}
          >
            {customer.name}
          </Button>
        </li>
      ))}
    </ul>
  )
}

type CustomerSearchProps = { chosen: readonly Customer[]; choose(customer: Customer): void }

function CustomerSearch({ chosen, choose }: CustomerSearchProps) {
  const [q, setQ] = useState('')
  const search = useRead('listCustomers', { q, status: 'active', size: 6 }, { enabled: q !== '' })
  const found = search.data?.data.filter(({ id }) => !chosen.some(customer => customer.id === id))
  const press = (customer: Customer) => {
    choose(customer)
    setQ('')
  }
  return (
    <>
      <SearchField label={t('customers.search')} value={q} onChange={text => setQ(text ?? '')} />
      {found?.length === 0 && <p className="muted">{t('filters.nothing')}</p>}
      <ul className="found">
        {found?.map(customer => (
          <li key={customer.id}>
            <button type="button" onClick={() => press(customer)}>
              <span>{customer.name}</span>
              <small className="muted">{[customer.email, customer.phone].filter(Boolean).join(' · ')}</small>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
