/**
 * The kinds of sources of visits. `display` is that of advertising networks for banners; `other` has a name,
 * but no channel of its own: visits from it are referrals.
 */
export type Category = 'search' | 'social' | 'video' | 'shopping' | 'email' | 'ai' | 'display' | 'other';
