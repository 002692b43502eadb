import { CHANNELS, type Channel } from '../../engine/registry/knownValues.ts';
import type { Category } from './categories.ts';

export { CHANNELS, type Channel };

/** The input of the rules. All texts are in lower case and trimmed. */
export interface Arrival {
  /** `utm_source`, otherwise the host of the referrer; '' for a direct visit. */
  source: string;
  /** `utm_medium`; '' if there is none. */
  medium: string;
  campaign: string;
  /** The category of `source` or, for an ad click, of the network; undefined if unknown. */
  category: Category | undefined;
  /** Whether the visit has an ad click id and no `utm_medium`. */
  adClick: boolean;
}

interface Rule {
  channel: Channel;
  matches(arrival: Arrival): boolean;
}

const SOCIAL_MEDIA = ['social', 'social-network', 'social-media', 'sm', 'social network', 'social media'];
const BANNERS = ['display', 'banner', 'expandable', 'interstitial', 'cpm'];
/** Without blanks, hyphens and underscores. */
const AI_MEDIA = ['aiassistant', 'ai', 'aichat', 'aichatbot', 'aisearch', 'chatbot', 'genai', 'llm'];
const EMAIL = ['email', 'e-mail', 'e_mail', 'e mail'];

/** Google: the medium matches `^(.*cp.*|ppc|retargeting|paid.*)$`. */
const isPaid = ({ medium, adClick }: Arrival) =>
  adClick ||
  medium.includes('cp') ||
  medium === 'ppc' ||
  medium === 'retargeting' ||
  medium.startsWith('paid');

/** Google: the campaign matches `^(.*(([^a-df-z]|^)shop|shopping).*)$`, so that `workshop` doesn't. */
const isShopping = ({ category, campaign }: Arrival) =>
  category === 'shopping' || /(?:^|[^a-df-z])shop|shopping/.test(campaign);

/**
 * The rules of GA4's default channel group for manual traffic, in its order; the first match decides
 * (https://support.google.com/analytics/answer/9756891). Differences:
 *
 * - Ad click ids count as paid media; GA4 asks the network.
 * - Cross-network does not exist; such campaigns match the rules of paid media.
 * - Webmail is Email. GA4 has Email only for tagged links.
 * - AI Assistants has the category and GA4's medium `ai-assistant`, in other spellings and under other names
 *   as well (`ai_chat`). It comes first among the unpaid channels because assistants tag their links with
 *   `utm_source` only, and search engines those of their chats with a medium.
 * - Referral comes last and matches everything, including what GA4 calls Unassigned.
 */
const RULES: readonly Rule[] = [
  {
    channel: 'Direct',
    matches: ({ source, medium, adClick }) =>
      (source === '' || source === '(direct)') && medium === '' && !adClick,
  },
  { channel: 'Paid Shopping', matches: (arrival) => isShopping(arrival) && isPaid(arrival) },
  { channel: 'Paid Search', matches: (arrival) => arrival.category === 'search' && isPaid(arrival) },
  { channel: 'Paid Social', matches: (arrival) => arrival.category === 'social' && isPaid(arrival) },
  { channel: 'Paid Video', matches: (arrival) => arrival.category === 'video' && isPaid(arrival) },
  {
    channel: 'Display',
    matches: ({ category, medium }) => category === 'display' || BANNERS.includes(medium),
  },
  { channel: 'Paid Other', matches: isPaid },
  {
    channel: 'AI Assistants',
    matches: ({ category, medium }) => category === 'ai' || AI_MEDIA.includes(medium.replace(/[\s_-]/g, '')),
  },
  { channel: 'Organic Shopping', matches: isShopping },
  {
    channel: 'Organic Social',
    matches: ({ category, medium }) => category === 'social' || SOCIAL_MEDIA.includes(medium),
  },
  {
    channel: 'Organic Video',
    matches: ({ category, medium }) => category === 'video' || medium.includes('video'),
  },
  {
    channel: 'Organic Search',
    matches: ({ category, medium }) => category === 'search' || medium === 'organic',
  },
  {
    channel: 'Email',
    matches: ({ category, source, medium }) =>
      category === 'email' || EMAIL.includes(source) || EMAIL.includes(medium),
  },
  { channel: 'Affiliates', matches: ({ medium }) => medium === 'affiliate' || medium === 'affiliates' },
  { channel: 'Audio', matches: ({ medium }) => medium === 'audio' },
  { channel: 'SMS', matches: ({ source, medium }) => source === 'sms' || medium === 'sms' },
  {
    channel: 'Mobile Push',
    matches: ({ source, medium }) =>
      medium.endsWith('push') ||
      medium.includes('mobile') ||
      medium.includes('notification') ||
      source === 'firebase',
  },
];

/** Returns the channel of a visit: that of the first rule that matches. */
export function channelOf(arrival: Arrival): Channel {
  return RULES.find((rule) => rule.matches(arrival))?.channel ?? 'Referral';
}
