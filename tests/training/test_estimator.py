import numpy as np
import pytest

import n2n


def test_it_is_an_estimator_like_the_others(karate):
    from sklearn.base import clone  # a second that only one worker need wait

    model = n2n.N2NEmbedding(k=2, width=8, epochs=3, seed=4)
    assert model.get_params()["k"] == 2
    other = clone(model).set_params(width=16)
    assert (other.width, model.width) == (16, 8)
    h = model.fit_transform(karate)
    assert h.shape == (34, 8)
    assert h is model.embedding_
    assert (model.transform(karate) == h).all()
    assert (model.fit(karate).embedding_ == h).all()


def test_settings_count_when_they_are_given(karate):
    settings = n2n.Settings(framework="JL", width=4, epochs=2)
    model = n2n.N2NEmbedding(width=99, settings=settings).fit(karate)
    assert model.run_.settings == settings


def test_other_graphs_and_labels_are_taken(karate):
    model = n2n.N2NEmbedding(width=4, epochs=2)
    assert model.fit_transform(karate.to_pyg()).shape == (34, 4)
    half = np.where(np.arange(34) % 2, karate.y, -1)
    joint = n2n.N2NEmbedding(framework="JL", width=4, epochs=2).fit(karate, half)
    assert joint.run_.scores is not None


def test_what_cannot_be_is_told(karate):
    with pytest.raises(ValueError, match="Nothing has been fitted"):
        n2n.N2NEmbedding().transform(karate)
    with pytest.raises(ValueError, match="has no features"):
        n2n.N2NEmbedding().fit(karate.to_networkx())
    with pytest.raises(ValueError, match="str is not a graph"):
        n2n.N2NEmbedding().fit("karate")
    fitted = n2n.N2NEmbedding(width=4, epochs=1).fit(karate)
    with pytest.raises(ValueError, match="as many as in training"):
        fitted.transform(n2n.load("cora"))


@pytest.mark.parametrize("framework", ["URL", "JL"])
def test_transform_encodes_the_features_that_it_is_given(karate, framework):
    model = n2n.N2NEmbedding(framework=framework, width=8, epochs=3).fit(karate)
    turned = np.random.default_rng(0).permutation(34)
    x = np.asarray(karate.x.toarray() if hasattr(karate.x, "toarray") else karate.x)
    other = karate.replace(x=x[turned])
    np.testing.assert_allclose(model.transform(other), model.embedding_[turned], rtol=1e-5, atol=1e-7)
    np.testing.assert_allclose(model.transform(x[:5]), model.embedding_[:5], rtol=1e-5, atol=1e-7)
