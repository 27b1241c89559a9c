import { useTranslation } from 'react-i18next'
import { Section } from '../../design/Section.tsx'
import { DateTime, DayText, Email, Fact, Facts, Money, Phone } from '../../design/Values.tsx'
import { formatNumber } from '../../lib/format.ts'
import { TierBadge } from './CustomerBadges.tsx'
import type { Customer } from './queries.ts'

/** What a customer has earned by buying. */
export function LoyaltySection({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { tier, points, totalSpent, firstPurchaseUsed } = customer
  return (
    <Section title={t('customers.loyalty')}>
      <Facts>
        <Fact label={t('customers.tier')}>
          <TierBadge tier={tier} />
        </Fact>
        <Fact label={t('customers.points')}>{formatNumber(points)}</Fact>
        <Fact label={t('customers.totalSpent')}>
          <Money amount={totalSpent} />
        </Fact>
        <Fact label={t('customers.firstPurchase')}>
          {firstPurchaseUsed ? t('customers.hasPurchased') : t('customers.hasNotPurchased')}
        </Fact>
      </Facts>
    </Section>
  )
}

/** How to reach a customer, and what the account says. */
export function CustomerFacts({ customer }: { customer: Customer }) {
  const { t } = useTranslation()
  const { email, phone, birthday, registeredAt, authProvider, tags, preferences } = customer
  const address = customer.defaultShippingAddress
  return (
    <Section title={t('fields.account')}>
      <Facts>
        <Fact label={t('fields.email')}>{email ? <Email address={email} /> : '–'}</Fact>
        <Fact label={t('fields.phone')}>{phone ? <Phone number={phone} /> : '–'}</Fact>
        <Fact label={t('customers.birthday')}>{birthday ? <DayText day={birthday} /> : '–'}</Fact>
        <Fact label={t('customers.registeredAt')}>
          <DateTime at={registeredAt} />
        </Fact>
        <Fact label={t('customers.authProvider')}>{authProvider}</Fact>
        <Fact label={t('customers.newsletter')}>
          {preferences.newsletter ? t('customers.wanted') : t('customers.notWanted')}
        </Fact>
        {tags.length > 0 && <Fact label={t('customers.tags')}>{tags.map(({ name }) => name).join(', ')}</Fact>}
        {preferences.interests.length > 0 && (
          <Fact label={t('customers.interests')}>{preferences.interests.join(', ')}</Fact>
        )}
        {address && (
          <Fact label={t('customers.address')}>
            {address.recipientName}, <Phone number={address.phone} />, {address.address}
          </Fact>
        )}
      </Facts>
    </Section>
  )
}
