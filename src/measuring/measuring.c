#include "measuring/measuring.h"

#include "model/file/file.h"

void measuring_init(struct measuring *m, const struct measuring_host *host)
{
	*m = (struct measuring){.options = measuring_options_default(), .host = *host};
}

void measuring_prefer(struct measuring *m, enum statistic statistic)
{
	if (m->options.statistic == STATISTIC_OF_PLATFORM)
		m->options.statistic = (int)statistic;
}

/* The platform of m->model, its noise from this seed. */
static enum status open_synthetic(struct measuring *m, size_t seed, struct error *err)
{
	return synthetic_open(m->model, &m->options.noise, seed, &m->platform, err);
}

static enum status open_live(struct measuring *m, struct error *err)
{
	m->platform = m->host.live;
	return m->platform ? OK : error_set(err, ERR_PLATFORM, "MPI was not started");
}

static enum status read_synthetic(struct measuring *m, struct error *err)
{
	m->model = model_read(m->options.synthetic, err);
	return m->model ? open_synthetic(m, m->options.seed, err) : err->status;
}

enum status measuring_open(struct measuring *m, struct error *err)
{
	enum status status = m->options.synthetic ? read_synthetic(m, err) : open_live(m, err);

	if (status == OK)
		measuring_prefer(m, platform_statistic(m->platform));
	return status;
}

enum status measuring_renew(struct measuring *m, size_t n, struct error *err)
{
	if (!m->model)
		return OK;
	platform_close(m->platform);
	m->platform = NULL;
	return open_synthetic(m, m->options.seed + 1000003 * n, err);
}

void measuring_note_collectives(const struct measuring *m)
{
	if (m->model && m->options.noise.equations)
		progress_note(&m->host.progress,
			      "scatter and gather are timed by one equation of the %s model's messages for the whole "
			      "operation, where predictions simulate message after message: the two may differ without "
			      "noise too",
			      m->model->class->name);
}

void measuring_release(struct measuring *m)
{
	if (m->platform && m->platform != m->host.live)
		platform_close(m->platform);
	model_free(m->model);
	m->platform = NULL;
	m->model = NULL;
}
