#include "trace/otf2/messages.h"

#include <stdlib.h>

struct letter {
	uint64_t bytes;
	struct letter *next;
};

/* One of both lists is empty. */
struct otf2_mailbox {
	struct otf2_envelope envelope;
	struct letter *letters, **last_letter;
	struct otf2_receive *receives, **last_receive;
	struct otf2_mailbox *next;
};

static size_t hash(const struct otf2_envelope *e)
{
	uint64_t h = (uint64_t)(uint32_t)e->sender << 32 | (uint32_t)e->receiver;
	h = (h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9);
	h ^= (uint64_t)e->communicator << 32 ^ (uint64_t)e->tag;
	h = (h ^ h >> 31) * UINT64_C(0x94d049bb133111eb); /* Steele and others 2014, SplitMix's finalizer */
	return (size_t)(h ^ h >> 30);
}

static bool same(const struct otf2_envelope *a, const struct otf2_envelope *b)
{
	return a->sender == b->sender && a->receiver == b->receiver && a->communicator == b->communicator &&
	       a->tag == b->tag;
}

/* Where the pointer to the envelope's box is, or would be. */
static struct otf2_mailbox **find(const struct otf2_messages *m, const struct otf2_envelope *envelope)
{
	struct otf2_mailbox **at = &m->boxes[hash(envelope) & (m->capacity - 1)];
	while (*at && !same(&(*at)->envelope, envelope))
		at = &(*at)->next;
	return at;
}

static enum status grow(struct otf2_messages *m, struct error *err)
{
	size_t capacity = m->capacity ? 2 * m->capacity : 64;
	struct otf2_mailbox **boxes = calloc(capacity, sizeof(*boxes));
	if (!boxes)
		return error_memory(err, "messages on their way");
	for (size_t i = 0; i < m->capacity; i++) {
		for (struct otf2_mailbox *box = m->boxes[i], *next; box; box = next) {
			struct otf2_mailbox **at = &boxes[hash(&box->envelope) & (capacity - 1)];
			next = box->next;
			box->next = *at;
			*at = box;
		}
	}
	free(m->boxes);
	m->boxes = boxes;
	m->capacity = capacity;
	return OK;
}

/* The envelope's box, which is made if it is not there. */
static enum status take_box(struct otf2_messages *m, const struct otf2_envelope *envelope, struct otf2_mailbox ***at,
			    struct error *err)
{
	if (m->n >= m->capacity && grow(m, err) != OK)
		return ERR_MEMORY;
	*at = find(m, envelope);
	if (**at)
		return OK;
	struct otf2_mailbox *box = malloc(sizeof(*box));
	if (!box)
		return error_memory(err, "messages on their way");
	*box = (struct otf2_mailbox){.envelope = *envelope};
	box->last_letter = &box->letters;
	box->last_receive = &box->receives;
	**at = box;
	m->n++;
	return OK;
}

static void drop_if_empty(struct otf2_messages *m, struct otf2_mailbox **at)
{
	struct otf2_mailbox *box = *at;
	if (box->letters || box->receives)
		return;
	*at = box->next;
	free(box);
	m->n--;
}

static void unlink_receive(struct otf2_mailbox *box, struct otf2_receive **at)
{
	*at = (*at)->next;
	if (!*at)
		box->last_receive = at;
}

enum status otf2_messages_send(struct otf2_messages *m, const struct otf2_envelope *envelope, uint64_t bytes,
			       struct error *err)
{
	struct otf2_mailbox **at;
	if (take_box(m, envelope, &at, err) != OK)
		return ERR_MEMORY;
	struct otf2_receive *receive = (*at)->receives;
	if (receive) {
		unlink_receive(*at, &(*at)->receives);
		receive->matched = true;
		receive->bytes = bytes;
		drop_if_empty(m, at);
		return OK;
	}
	struct letter *letter = malloc(sizeof(*letter));
	if (!letter)
		return error_memory(err, "messages on their way");
	*letter = (struct letter){.bytes = bytes};
	*(*at)->last_letter = letter;
	(*at)->last_letter = &letter->next;
	m->unreceived++;
	return OK;
}

enum status otf2_messages_post(struct otf2_messages *m, const struct otf2_envelope *envelope,
			       struct otf2_receive *receive, struct error *err)
{
	struct otf2_mailbox **at;
	*receive = (struct otf2_receive){.matched = false};
	if (take_box(m, envelope, &at, err) != OK)
		return ERR_MEMORY;
	struct letter *letter = (*at)->letters;
	if (!letter) {
		*(*at)->last_receive = receive;
		(*at)->last_receive = &receive->next;
		return OK;
	}
	receive->matched = true;
	receive->bytes = letter->bytes;
	(*at)->letters = letter->next;
	if (!letter->next)
		(*at)->last_letter = &(*at)->letters;
	free(letter);
	m->unreceived--;
	drop_if_empty(m, at);
	return OK;
}

void otf2_messages_withdraw(struct otf2_messages *m, const struct otf2_envelope *envelope,
			    const struct otf2_receive *receive)
{
	struct otf2_mailbox **at = m->capacity ? find(m, envelope) : NULL;
	if (!at || !*at)
		return;
	struct otf2_receive **link = &(*at)->receives;
	while (*link && *link != receive)
		link = &(*link)->next;
	if (*link)
		unlink_receive(*at, link);
	drop_if_empty(m, at);
}

void otf2_messages_release(struct otf2_messages *m)
{
	for (size_t i = 0; i < m->capacity; i++) {
		for (struct otf2_mailbox *box = m->boxes[i], *next; box; box = next) {
			next = box->next;
			for (struct letter *letter = box->letters, *other; letter; letter = other) {
				other = letter->next;
				free(letter);
			}
			free(box);
		}
	}
	free(m->boxes);
	*m = (struct otf2_messages){0};
}
